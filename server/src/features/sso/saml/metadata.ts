import { told } from '../../../platform/languages/told.ts';
import {
  isUnusable,
  oneToFour,
  readCertificate,
  type SamlCertificate,
  type Unusable,
} from './certificate.ts';
import { isFault } from './fault.ts';
import { attributeOf, childrenNamed, elementsOf, escapeXml, isNamed, namespaces, parseXml } from './xml.ts';

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings';
/** Each takes half a millisecond to read, whether it can be used or not. */
const maxPublished = 20;

export type ProviderMetadata = { entityId: string; signInUrl: string; certificates: SamlCertificate[] };

/** What a connection needs from an identity provider's metadata. */
export function readMetadata(xml: string): ProviderMetadata | Unusable {
  const root = parseXml(xml, { comments: true });
  if (isFault(root)) return { unusable: told('sso.metadata.unreadable', { why: root.told }) };
  const providers = elementsOf(root).filter(
    (element) => isNamed(element, 'metadata', 'EntityDescriptor') && rolesOf(element).length > 0,
  );
  const [entity, ...others] = providers;
  const [role, ...moreRoles] = entity ? rolesOf(entity) : [];
  if (!entity || !role || others.length + moreRoles.length > 0) return { unusable: told('sso.metadata.one') };
  const entityId = attributeOf(entity, 'entityID');
  if (!entityId) return { unusable: told('sso.metadata.entityId') };
  const redirect = childrenNamed(role, 'metadata', 'SingleSignOnService').find(
    (service) => attributeOf(service, 'Binding') === `${bindings}:HTTP-Redirect`,
  );
  const signInUrl = redirect && attributeOf(redirect, 'Location');
  if (!signInUrl) return { unusable: told('sso.metadata.redirect') };
  const certificates = oneToFour(signingCertificates(role));
  return isUnusable(certificates) ? certificates : { entityId, signInUrl, certificates };
}

function rolesOf(entity: Element): Element[] {
  return childrenNamed(entity, 'metadata', 'IDPSSODescriptor').filter((role) =>
    (attributeOf(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(namespaces.protocol),
  );
}

/** Those that sign and that we accept; a provider may publish others beside them. None if there are too many. */
function signingCertificates(role: Element): SamlCertificate[] {
  const found = childrenNamed(role, 'metadata', 'KeyDescriptor')
    .filter((descriptor) => attributeOf(descriptor, 'use') !== 'encryption')
    .flatMap(elementsOf)
    .filter((element) => isNamed(element, 'dsig', 'X509Certificate'));
  if (found.length > maxPublished) return [];
  return found.flatMap((element) => {
    const certificate = readCertificate(element.textContent ?? '');
    return isUnusable(certificate) ? [] : [certificate];
  });
}

/** Our own metadata, whose address is our entity ID. */
export function writeMetadata({ entityId, acsUrl }: { entityId: string; acsUrl: string }): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeXml(entityId)}">`,
    `  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">`,
    '    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>',
    '    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>',
    `    <md:AssertionConsumerService Binding="${bindings}:HTTP-POST" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>`,
    '  </md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n');
}
