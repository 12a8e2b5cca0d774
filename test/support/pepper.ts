/** The pepper of all products and imports of the tests, unless a test has its own. */
export const pepper = Buffer.alloc(32, 1);

export const pepperSetting = { AUTH_SECRET_PEPPER: pepper.toString('base64') };
