import { trustedIssuers } from '../../runtime/trusted-issuers.ts';
import { httpSettings, processSettings, readEnvironment } from '../../runtime/environment.ts';

/** @throws ExplainedError */
export function readPortalConfig(environment: NodeJS.ProcessEnv) {
  return readEnvironment(portalSettings, environment);
}

export const portalSettings = { ...httpSettings, TRUSTED_ISSUERS: trustedIssuers(), ...processSettings };
