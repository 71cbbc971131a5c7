/** What a hook adds to tokens and userinfo. */
export type ExtraClaims = Record<string, unknown>;

/** What is registered for JSON Web Tokens with IANA: applications and libraries rely on what these mean. */
const registered = `
iss sub aud exp nbf iat jti name given_name family_name middle_name nickname preferred_username profile picture website email
email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at azp nonce auth_time
at_hash c_hash acr amr sub_jwk cnf sip_from_tag sip_date sip_callid sip_cseq_num sip_via_branch orig dest mky events toe txn
rph sid vot vtm attest origid act scope client_id may_act jcard at_use_nbr div opt vc vp sph ace_profile cnonce exi
token_introspection eat_nonce ueid sueids oemid hwmodel hwversion oemboot dbgstat location eat_profile submods uptime
bootcount bootseed dloas swname swversion manifests measurements measres intuse cdniv cdnicrit cdniip cdniuc cdniets cdnistt
cdnistd sig_val_claims authorization_details verified_claims place_of_birth nationalities birth_family_name birth_given_name
birth_middle_name salutation title msisdn also_known_as htm htu ath atc sub_id rcd rcdi crn msgi _claim_names _claim_sources
rdap_allowed_purposes rdap_dnt_allowed geohash _sd ... _sd_alg sd_hash consumerPlmnId consumerSnpnId producerPlmnId
producerSnpnId producerNsiList producerNfSetId producerNfServiceSetId sourceNfInstanceId analyticsIdList resOwnerId vct
vct#integrity status status_list ttl jwks metadata constraints crit ref delegation logo_uri authority_hints trust_anchor
trust_anchor_hints trust_chain metadata_policy metadata_policy_crit trust_marks trust_mark_type trust_mark_issuers
trust_mark_owners source_endpoint keys policy_uri iv_max cti nonce_endpoint isDirectAccess`.split(/\s+/);
/** Meant for what an application decides about the person. */
const free = ['roles', 'groups', 'entitlements'];
const ours = ['permissions', 'organization'];

const isLeftOut = (name: string) =>
  !free.includes(name) && (registered.includes(name) || ours.includes(name) || name.startsWith('org_'));

/** Without what isn't the hook's to say. */
export function keptOf(claims: ExtraClaims): ExtraClaims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !isLeftOut(name)));
}
