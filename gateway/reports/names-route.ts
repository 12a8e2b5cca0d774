import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { NamesList__Output } from '../../proto/generated/clientreporting/reporting/NamesList.ts';
import type { ReportingDefinition } from '../../proto/generated/clientreporting/reporting/Reporting.ts';
import type { RpcClient } from '../../runtime/grpc/rpc-client.ts';
import { paceOf } from '../http/client-pace.ts';
import { idText } from '../http/validation.ts';
import type { GatewayConfig } from '../config.ts';
import type { TakeBytes } from '../limits/held.ts';
import { conditionsOf } from './conditional.ts';
import { requireJsonAccepted } from './media-types.ts';
import { idList, pageParameters } from './report-parameters.ts';
import { parameterReader } from './report-query.ts';
import { sendPage } from './send-page.ts';

export const namesParameters = {
  search: z
    .string()
    .max(1_000, 'must have at most 1000 characters')
    .transform(idText)
    .default('')
    .meta({
      description: 'A part of the name, in any case and with or without accents. All when left out.',
      param: { example: 'gar' },
      override: { type: 'string', default: '' },
    }),
  ids: idList({ description: 'Only those with these ids. All when left out.', example: ['p_7', 'p_12'] }),
  ...pageParameters,
};

/** GET of the teams or contractors that the company has contracts with, page by page. */
export function namesRoute(
  list: NamesList__Output,
  reporting: RpcClient<ReportingDefinition>,
  config: GatewayConfig,
  takeBytes: TakeBytes,
): RequestHandler {
  const page = { publicUrl: config.PUBLIC_BASE_URL, pace: paceOf(config), takeBytes };
  const read = parameterReader(namesParameters);
  return async (request, response) => {
    requireJsonAccepted(request);
    const query = read(request.url);
    const { requestId } = response.locals;
    const call = { requestId, authorization: request.headers.authorization, caller: response };
    const answer = await reporting.ListNames({ list, ...query, ...conditionsOf(request) }, call);
    await sendPage(request, response, query.page, answer, page);
  };
}
