import { X509Certificate } from 'node:crypto';

/** Of an identity provider that isn't there. Its private key was thrown away. */
const pem = `-----BEGIN CERTIFICATE-----
MIIDDjCCAfagAwIBAgIBBzANBgkqhkiG9w0BAQsFADAfMR0wGwYDVQQDDBRzc28u
bWVyaWRpYW4uZXhhbXBsZTAgFw0yNjExMTkyMDI2MjdaGA8yMDUxMDcxMTIwMjYy
N1owHzEdMBsGA1UEAwwUc3NvLm1lcmlkaWFuLmV4YW1wbGUwggEiMA0GCSqGSIb3
DQEBAQUAA4IBDwAwggEKAoIBAQCqeWEONEIpPcaLUbKIdTec113CrSCGkwXL43Sd
hDPCjf7AlNXldShB7yNTdXR8JA+JYbDeV2Lulw/1a9wZuPTDdnRZpE0X40AvNYG0
N15+jdBSx867ORCkL/71Wur/plelh1PyUOcqednmlgKBstxZRuX9f/IhfsrGnKTW
GPg0E2LyeRBwK50gXl7zRCp1M7AEsyLr3D173swDrL0Z/exLHTH6yJ4YlkozaJAr
BswUZ7y11Mb0qp/RoktTAorVlOFnQyLK+wfvXBoi31MDJgEotW5QbyjEqmlMb4w8
BHWijxgRL/vXDp7uzgWX6ByNYO8ze9SOBooUlUUu3BLvVKaRAgMBAAGjUzBRMB0G
A1UdDgQWBBTmqddOQR6vtwS5c4xUSo/QfYix5zAfBgNVHSMEGDAWgBTmqddOQR6v
twS5c4xUSo/QfYix5zAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IB
AQCjC60C8QD/JxHazXuy21xGQ6Xwi3DKYjdWh9WmDXDEKqoPrq/jSVPk+X4Ft1l9
Bj0A4T8C0MSwynSkSLvfRSviKIEWe/ADHWIp+Bf5peRwAj6HcMOOHixGFWEIw00r
eTLWExl3hATir0chsSj8Fp5CaMbFMfdUTeOO18MUYBD9ssJt0iJEarBDs1vsN8pt
MxDtRCeUpUDNOcyE1XS4M5hZQBQjkNBEyH0bBzkvocFqSGu4iUPTDgbLPkosjiig
SKCsVnS0QKOVNqhIIbQT58n07zWDR0It8aQvGZ04LPtxK40dZl9car4lsdx5AKvl
nO4AassBTYP3XDWDn+oXT37I
-----END CERTIFICATE-----
`;

const { fingerprint256, validTo } = new X509Certificate(pem);

export const certificate = {
  pem,
  sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
  notAfter: new Date(validTo),
};
