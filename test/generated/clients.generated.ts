import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { company, contract, payment, paymentsPath, person, secret, together, tokenOf } from '../support/fixtures.ts';
import { temporaryDirectory } from '../support/files.ts';
import { query } from '../support/postgres/database.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { load, startProduct, unlimited } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';

const tools = path.join(root, '.local/generated');
const openApiGenerator = '7.25.0';
const jar = `${tools}/openapi-generator-cli-${openApiGenerator}.jar`;
const ofOpenApiGenerator = (name: string) => `openapi-generator ${openApiGenerator}, \`${name}\``;
const generate = (name: string, flags: string) =>
  `java -jar ${jar} generate -i document.json -g ${name} -o client ${flags} >log`;
const install = 'GOBIN=$PWD go install';
const goProgram = 'go mod init generated 2>>log && go mod tidy 2>>log && go run program.go';
const tsc = 'tsc --ignoreConfig --noEmit --strict --target es2022 --module esnext --moduleResolution bundler';
const typescript = `${tsc} --lib es2022,dom,dom.iterable client/index.ts && tsx program.mjs`;
const venv = 'python3 -m venv venv && venv/bin/pip install --quiet';

/** What makes, compiles and runs each, and where it differs from what most see. */
const clients = [
  {
    ...{ name: ofOpenApiGenerator('java'), program: 'Program.java' },
    ...{ flags: '--library native --global-property skipFormModel=false --type-mappings double=BigDecimal' },
    run: (flags: string) =>
      `${generate('java', flags)} && cd client && mvn -q -B -DskipTests -Dmaven.javadoc.skip -Dmaven.source.skip package dependency:copy-dependencies && java -cp 'target/classes:target/dependency/*' ../Program.java`,
    unchanged: 'an exception with the status',
  },
  {
    ...{ name: ofOpenApiGenerator('go'), program: 'openapi-generator.go' },
    ...{ flags: '--additional-properties=disallowAdditionalPropertiesIfNotPresent=false' },
    run: (flags: string) =>
      `${generate('go', flags)} && cp program.go client/program_test.go && cd client && GOFLAGS=-mod=mod go test -v -run TestProgram .`,
    unchanged: 'an error; the status in the response',
  },
  {
    ...{ name: ofOpenApiGenerator('rust'), program: 'program.rs', flags: '' },
    run: (flags: string) =>
      `${generate('rust', flags)} && mkdir client/examples && cp program.rs client/examples && cd client && cargo add --quiet --dev tokio --features full && CARGO_TARGET_DIR=${tools}/target cargo run --quiet --no-default-features --example program`,
    unchanged: 'an error without the status',
  },
  {
    ...{ name: ofOpenApiGenerator('python'), program: 'openapi_generator.py' },
    flags: '',
    run: () =>
      `${generate('python', '--package-name client_reporting')} && ${venv} ./client && venv/bin/python program.py`,
    unchanged: 'an exception with the status',
  },
  {
    ...{ name: ofOpenApiGenerator('typescript-fetch'), program: 'typescript-fetch.mjs' },
    ...{ flags: '--global-property skipFormModel=false --type-mappings date=string' },
    run: (flags: string) => `${generate('typescript-fetch', flags)} && ${typescript}`,
    unchanged: 'an exception with the response',
  },
  {
    ...{ name: 'hey-api 0.99.0', program: 'hey-api.mjs', flags: '' },
    run: () =>
      `npx --yes --package typescript@5.9 --package @hey-api/openapi-ts@0.99.0 openapi-ts -i document.json -o client >log && ${typescript}`,
    unchanged: 'an empty `error`; the status in `response`',
  },
  {
    ...{ name: 'openapi-python-client 0.29.1', program: 'openapi_python_client.py', flags: '' },
    run: () =>
      `${venv} openapi-python-client==0.29.1 && venv/bin/openapi-python-client generate --path document.json --output-path client >log && PYTHONPATH=client venv/bin/python program.py`,
    unchanged: '`parsed` is None',
  },
  {
    ...{ name: 'oapi-codegen 2.8.2', program: 'oapi-codegen.go', flags: '' },
    run: () =>
      `${install} github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 2>log && mkdir api && ./oapi-codegen -package api -generate types,client -o api/api.go document.json && ${goProgram}`,
    unchanged: '`JSON200` is nil',
  },
  {
    ...{ name: 'ogen 1.25.0', program: 'ogen.go', flags: '' },
    run: () =>
      `${install} github.com/ogen-go/ogen/cmd/ogen@v1.25.0 2>log && ./ogen --target api --package api document.json 2>>log && ${goProgram}`,
    unchanged: 'a type of its own',
  },
];

const note = `Each signs in, reads lists of several teams and statuses by days of UTC on a machine in New York, a null, members that it doesn't know, a changed and a
removed row, and a sum of 5,653,172.33 to the cent. All but Rust show the seconds of a 429. By \`npm run test:generated\`; [api.md](api.md#generated-clients) has the flags.`;

let product: Product;
let settings: Record<string, string>;
const lists: string[] = [];

/** Before the product: answers have one more member, as they may one day. */
const gateway = createServer((request, response) => {
  const { url = '', method, headers } = request;
  if (url.startsWith(paymentsPath)) lists.push(url);
  const passed = send(
    product.url + url,
    { method, headers: { ...headers, 'accept-encoding': 'identity' } },
    (answer) => {
      const names = answer.rawHeaders.filter((_, index) => index % 2 === 0);
      const kept = names.filter((name) => !/^(content-length|transfer-encoding)$/i.test(name));
      response.writeHead(
        answer.statusCode ?? 0,
        kept.flatMap((name) => [name, String(answer.headers[name.toLowerCase()])]),
      );
      void text(answer).then((body) =>
        response.end(body.replaceAll(/"(?=(_id|error|version|contractsCount)":)/g, '"invented":"yes","')),
      );
    },
  );
  request.pipe(passed);
});

beforeAll(async () => {
  const contractors = paymentsPath.replace('scheduled-payments', 'contractors');
  const tier = { name: 'contractors', key: 'ip', limit: 1, windowSeconds: 3_600, routes: [`GET ${contractors}`] };
  product = await startProduct({ ...unlimited, RATE_LIMIT_TIERS: JSON.stringify([tier]) });
  const team = (id: string) => ({ id, company_id: 'acme', name: id });
  const small = (_: unknown, index: number) =>
    payment(`p${index}`, {
      contract_id: index % 2 ? 'web' : 'shop',
      scheduled_payment_on: '2026-12-31',
      paid_amount: index === 0 ? '5653170.85' : '0.01',
    });
  await load(
    product.databaseUrl,
    together(company('acme'), {
      people: [person('ana', 'Ana', 'García')],
      teams: [team('design'), team('sales')],
      contracts: [contract('web', { team_id: 'design' }), contract('shop', { team_id: 'sales' }), contract('odd')],
      scheduled_payments: [
        ...Array.from({ length: 150 }, small),
        payment('odd', { contract_id: 'odd', amount: '10.50', status: 'upcoming', scheduled_payment_on: '2026-01-01' }),
      ],
    }),
  );
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const headers = { Authorization: `Bearer ${await tokenOf(product.url, 'acme')}` };
  const paid = 'teamIds=design&teamIds=sales&scheduledPaymentStatuses=paid&fromDate=2026-01-01&toDate=2026-12-31';
  const before = await fetch(`${product.url}${paymentsPath}?${paid}`, { headers });
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set name = 'Next', amount = 20.5 where id = 'p1'`,
  );
  await query(
    product.databaseUrl,
    `update reporting.scheduled_payments set scheduled_payment_on = '2036-01-01' where id = 'p2'`,
  );
  const after = await fetch(`${product.url}${paymentsPath}?${paid}`, { headers });
  await fetch(product.url + contractors, { headers });
  settings = {
    URL,
    ID: 'acme-client',
    SECRET: secret,
    SINCE: before.headers.get('Report-Version') ?? '',
    ETAG: after.headers.get('ETag') ?? '',
    TZ: 'America/New_York',
  };
  if (existsSync(jar)) return;
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  await shell(
    root,
    `mvn -q -B ${copy} -Dartifact=org.openapitools:openapi-generator-cli:${openApiGenerator} -DoutputDirectory=${tools}`,
  );
}, 600_000);
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await product.stop();
});

it.each(clients)('A client of $name reads each answer', async ({ program, flags, run }) => {
  const { directory } = await temporaryDirectory();
  const document = await (await fetch(`${product.url}/openapi.json`)).text();
  await writeFile(path.join(directory, 'document.json'), document.replaceAll(product.url, settings.URL ?? ''));
  await writeFile(path.join(directory, 'package.json'), '{"type":"module"}');
  const file = program.endsWith('.java') ? program : `program${path.extname(program)}`;
  await copyFile(path.join(import.meta.dirname, 'programs', program), path.join(directory, file));
  const printed = await shell(directory, run(flags));
  const isRust = program.endsWith('.rs');
  const seen = JSON.parse(/\{.*\}/.exec(printed)?.[0] ?? '{}') as Record<string, unknown>;
  expect(seen).toEqual({
    sum: '5653172.33',
    rows: 10,
    team: null,
    changed: [
      ['p1', false, 20.5],
      ['p2', true, null],
    ],
    unchanged: isRust ? expect.stringContaining('cannot be converted') : 304,
    limited: ['rate_limited', isRust ? null : expect.any(Number)],
  });
  const asked = new URLSearchParams(lists[0]?.split('?')[1]);
  expect([asked.getAll('teamIds').join(), asked.get('fromDate'), asked.get('toDate')]).toEqual([
    'design,sales',
    '2026-01-01',
    '2026-12-31',
  ]);
  lists.length = 0;
});

it('docs/api.md names the flags of each, and docs/compatibility.md has what a 304 is to them', async () => {
  const [api, page] = ['docs/api.md', 'docs/compatibility.md'].map((file) => path.join(root, file));
  const guide = await readFile(api ?? '', 'utf8');
  expect(clients.filter(({ flags }) => !guide.includes(flags))).toEqual([]);
  const rows = clients.map(({ name, unchanged }) => `| ${name} | ${unchanged} |`);
  const section = `## Generated clients\n\n${note}\n\n| generator | an answer 304 |\n|---|---|\n${rows.join('\n')}\n`;
  const recorded = await readFile(page ?? '', 'utf8');
  const [others = ''] = recorded.split('\n## Generated clients');
  if (process.env.RECORD) await writeFile(page ?? '', `${others}\n${section}`);
  else expect(recorded).toContain(section);
});

async function shell(cwd: string, command: string): Promise<string> {
  const PATH = `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = await runCommand('sh', ['-c', `cd '${cwd}' && ${command}`], { ...settings, PATH });
  if (status !== 0)
    throw new Error(`${command} ended with ${status}: ${stdout.slice(-1_000)}\n${stderr.slice(-1_500)}`);
  return stdout;
}
