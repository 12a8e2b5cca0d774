import type { AddressInfo } from 'node:net';
import express from 'express';
import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import jwt from 'jsonwebtoken';
import { paths } from '../../gateway/paths.ts';
import { runProgram } from '../../runtime/program.ts';
import { connectModels, User } from './usual-models.ts';
import { listScheduledPayments } from './usual-scheduled-payments.ts';
import { listTimesheets } from './usual-timesheets.ts';

/**
 * The reports as most people would write them: one Express process, Sequelize's models, a rate limit and a token check as
 * their manuals show them. It takes the parameters that are measured, and no others.
 */
await runProgram(
  'usual-stack',
  () => ({
    LOG_LEVEL: 'warn',
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    PUBLIC_KEY: process.env.PUBLIC_KEY ?? '',
  }),
  async ({ DATABASE_URL, PUBLIC_KEY }) => {
    connectModels(DATABASE_URL);
    const app = express();
    app.use(rateLimit({ windowMs: 60_000, limit: 1_000_000_000 }));
    app.use(authenticate(PUBLIC_KEY));
    app.get(paths.scheduledPayments, async (request, response) => {
      response.json(await listScheduledPayments(response.locals.companyId as string, questionOf(request.query)));
    });
    app.get(paths.timesheets, async (request, response) => {
      response.json(await listTimesheets(response.locals.companyId as string, questionOf(request.query)));
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
);

function authenticate(publicKey: string): RequestHandler {
  return async (request, response, next) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    let userId: string | undefined;
    try {
      const claims = jwt.verify(token, publicKey, {
        algorithms: ['RS256'],
        issuer: 'client-reporting-api',
        audience: 'client-reporting-api',
      }) as jwt.JwtPayload;
      userId = claims.sub;
    } catch {
      response.status(401).json({ error: 'invalid_token' });
      return;
    }
    const user = await User.findByPk(userId ?? '');
    if (user?.status !== 'active' || !user.companyId) {
      response.status(403).json({ error: 'forbidden' });
      return;
    }
    response.locals.companyId = user.companyId;
    next();
  };
}

function questionOf(query: unknown) {
  const { fromDate = '', toDate = '', page = '1', itemsPerPage = '10' } = query as Record<string, string | undefined>;
  return { fromDate, toDate, page: Number(page), itemsPerPage: Number(itemsPerPage) };
}
