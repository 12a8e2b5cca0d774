/** Where people sign in, as the portal's server has it. */
export type Issuer = { issuer: string; clientId: string; scope: string; resource?: string };

/** Of an application; or of a person, whose id at the issuer stands for the client id. */
export type Access = {
  clientId: string;
  accessToken: string;
  expiresAt: number;
  renewableAt?: number;
  person?: string;
  issuer?: Issuer;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
};
