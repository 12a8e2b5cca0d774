import { databaseSettings } from '../runtime/environment.ts';
import { secretPepper } from '../services/auth/config.ts';

export const demoSettings = { ...databaseSettings, AUTH_SECRET_PEPPER: secretPepper() };
