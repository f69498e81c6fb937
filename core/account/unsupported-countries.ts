/** Where the service is not offered: North Korea, Israel, China, Hong Kong, Vanuatu and Cuba. */
export const unsupportedCountries: readonly string[] = ['KP', 'IL', 'CN', 'HK', 'VU', 'CU']
