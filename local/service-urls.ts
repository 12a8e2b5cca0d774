/** URLs of the services' own roles in an embedded Postgres: on one's own machine they share its owner's password. */
export function serviceUrls(databaseUrl: string): Record<'auth' | 'reporting', string> {
  const urlOf = (service: string) => {
    const url = new URL(databaseUrl);
    url.username = `client_reporting_${service}`;
    return url.href;
  };
  return { auth: urlOf('auth'), reporting: urlOf('reporting') };
}
