/** Of the API and of its program. */
export const version = '1.0.0';
