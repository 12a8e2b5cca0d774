/** The demo client whose company has the most to show. The secret guards invented data only. */
export const demoClient = { clientId: 'demo-client', clientSecret: 'demo-secret-for-invented-data-only' };
