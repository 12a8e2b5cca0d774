/** The demo client whose company has the most to show. The secret guards invented data only. */
export const demoClient = { clientId: 'demo-client', clientSecret: 'demo-secret-for-invented-data-only' };

/** The days that the demo covers, and the one that it takes for today. */
export const demoSpan = { fromDate: '2025-01-01', toDate: '2026-12-31', today: '2026-11-01' };
