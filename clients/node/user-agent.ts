/** Name and version of package.json; `npm run generate` writes them. */
export const userAgent = 'platform-client-reporting/1.0.0';
