/** What a hook adds to tokens and userinfo. */
export type ExtraClaims = Record<string, unknown>;

/**
 * What is registered for JSON Web Tokens with IANA: applications and libraries rely on what these mean. Without `roles`,
 * `groups` and `entitlements`, which are for what an application decides about the person.
 */
const registered =
  `iss aud exp nbf sub iat jti scope client_id name given_name family_name middle_name nickname preferred_username
profile picture website email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified
address updated_at azp nonce auth_time at_hash c_hash acr amr sid sub_jwk cnf events toe txn act may_act _claim_names
_claim_sources authorization_details token_introspection htm htu ath status status_list ttl sip_from_tag sip_date
sip_callid sip_cseq_num sip_via_branch orig dest mky rph vot vtm attest origid jcard at_use_nbr div opt vc vp sph
ace_profile cnonce exi eat_nonce ueid sueids oemid hwmodel hwversion oemboot dbgstat location eat_profile submods
uptime bootcount bootseed dloas swname swversion manifests measurements measres intuse cdniv cdnicrit cdniip cdniuc
cdniets cdnistt cdnistd sig_val_claims verified_claims place_of_birth nationalities birth_family_name birth_given_name
birth_middle_name salutation title msisdn also_known_as atc sub_id rcd rcdi crn msgi rdap_allowed_purposes
rdap_dnt_allowed geohash _sd ... _sd_alg sd_hash consumerPlmnId consumerSnpnId producerPlmnId producerSnpnId
producerSnssaiList producerNsiList producerNfSetId producerNfServiceSetId sourceNfInstanceId analyticsIdList
resOwnerId cmw jwks metadata constraints crit ref delegation logo_uri authority_hints trust_anchor_hints trust_marks
trust_mark_issuers trust_mark_owners metadata_policy metadata_policy_crit source_endpoint keys trust_mark_type
trust_chain trust_anchor stpl`.split(/\s+/);
const ours = ['permissions', 'organization'];

const isLeftOut = (name: string) =>
  registered.includes(name) || ours.includes(name) || name.startsWith('org_');

/** Without what isn't the hook's to say. */
export function keptOf(claims: ExtraClaims): ExtraClaims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !isLeftOut(name)));
}
