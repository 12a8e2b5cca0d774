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

export const signInItem = 'sign-in';
/** In place of what was begun: the person is asked next, so that no tab is sent to the issuer again and again, or after signing out. */
export const asked = 'asked';

/** What a tab keeps while it is at the issuer. */
export type Begun = { verifier: string; state: string; nonce: string; from: string; isRenewal: boolean };
export type Returned = Begun & { address: URL };

/** What the issuer answered in the address of this page, if it did. The address is the view's again at once. */
export function takeReturned(storage: Storage): Returned | undefined {
  const address = new URL(location.href);
  const stored = storage.getItem(signInItem) ?? asked;
  if (!address.searchParams.has('state')) return undefined;
  const begun = stored === asked ? undefined : (JSON.parse(stored) as Begun);
  storage.removeItem(signInItem);
  history.replaceState(null, '', begun?.from ?? address.pathname);
  return begun && { ...begun, address };
}
