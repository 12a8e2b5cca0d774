import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { company, contract, payment, person, together, tokenOf } from '../support/fixtures.ts';
import { temporaryDirectory } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';

const version = '7.17.0';
const folder = path.join(root, 'node_modules/.cache/openapi-generator');
const jar = path.join(folder, `openapi-generator-cli-${version}.jar`);
const sum = '5653172.34'; // 5653172.50 in 32 bits

let product: Product;
let token: string;
const { directory } = await temporaryDirectory();

beforeAll(async () => {
  product = await startProduct();
  await load(
    product.databaseUrl,
    together(company('acme'), {
      people: [person('ana', 'Ana', 'García')],
      contracts: [contract('web')],
      scheduled_payments: Array.from({ length: 150 }, (_, index) =>
        payment(`p${index}`, { scheduled_payment_on: '2026-02-28', paid_amount: index === 0 ? '5653170.85' : '0.01' }),
      ),
    }),
  );
  token = await tokenOf(product.url, 'acme');
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${version}`;
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    await shell(root, 'mvn -q -B "$0" "$1" "$2"', copy, artifact, `-DoutputDirectory=${folder}`);
  }
}, 600_000);
afterAll(() => product.stop());

const go = `package openapi

import (
	"context"
	"fmt"
	"os"
	"testing"
)

func TestSum(t *testing.T) {
	settings := NewConfiguration()
	settings.Servers = ServerConfigurations{{URL: os.Getenv("URL")}}
	authorized := context.WithValue(context.Background(), ContextAccessToken, os.Getenv("TOKEN"))
	report, _, err := NewAPIClient(settings).ReportsAPI.ListScheduledPayments(authorized).
		FromDate("2026-01-01").ToDate("2026-12-31").Execute()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%.2f\\n", report.Statistics.TotalScheduledPaymentsPaidAmount)
}
`;

const python = `import os
from datetime import date
from client_reporting import ApiClient, Configuration, ReportsApi

settings = Configuration(host=os.environ["URL"], access_token=os.environ["TOKEN"])
year = {"from_date": date(2026, 1, 1), "to_date": date(2026, 12, 31)}
report = ReportsApi(ApiClient(settings)).list_scheduled_payments(**year)
print(report.statistics.total_scheduled_payments_paid_amount)
`;

const typescript = `import { Configuration, ReportsApi } from './index';

declare const process: { env: Record<string, string> };
const { URL: basePath, TOKEN: token } = process.env;
const accessToken = (scheme?: string) => (scheme === 'oauth2' ? 'Bearer ' + token : token);
const reports = new ReportsApi(new Configuration({ basePath, accessToken }));
const request = reports.listScheduledPayments({ fromDate: '2026-01-01', toDate: '2026-12-31' });
request.then(({ statistics }) => console.log(statistics.totalScheduledPaymentsPaidAmount.toFixed(2)));
`;

// For Go without empty defaults, where docs/api.md says so. Of two flags -i, it takes the last.
const withoutDefaults =
  'del(.. | objects | select(has("default") and (.default == [] or .default == null)) | .default)';
const tsc = 'tsc --ignoreConfig --noEmit --strict --target es2022 --module esnext --moduleResolution bundler';

it.each([
  {
    ...{ generator: 'go', flags: '-i /dev/stdin --type-mappings number=float64', file: 'sum_test.go', program: go },
    run: 'GOFLAGS=-mod=mod go test -v -run TestSum .',
  },
  {
    ...{ generator: 'python', flags: '--package-name client_reporting', file: 'sum.py', program: python },
    run: 'python3 -m venv ../venv && ../venv/bin/pip install --quiet . && ../venv/bin/python sum.py',
  },
  {
    ...{ generator: 'typescript-fetch', file: 'sum.ts', program: typescript },
    flags: '--global-property skipFormModel=false --type-mappings date=string',
    run: `${tsc} --lib es2022,dom sum.ts && tsx sum.ts`,
  },
])('The client of openapi-generator for $generator shows a sum to the cent', async (client) => {
  const document = `curl -sS "$URL/openapi.json" | jq '${withoutDefaults}'`;
  const generate = `java -jar "$0" generate -i "$URL/openapi.json" -g ${client.generator} -o ${client.generator} ${client.flags}`;
  await shell(directory, `${document} | ${generate}`, jar);
  const made = path.join(directory, client.generator);
  await writeFile(path.join(made, client.file), client.program);
  expect(await shell(made, client.run)).toContain(`${sum}\n`);
});

async function shell(cwd: string, command: string, ...args: string[]): Promise<string> {
  const PATH = `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const script = `cd '${cwd}' && ${command}`;
  const { status, stdout, stderr } = await runCommand('sh', ['-c', script, ...args], {
    URL: product.url,
    TOKEN: token,
    PATH,
  });
  if (status !== 0)
    throw new Error(`${command} ended with ${status}: ${stdout.slice(-5_000)}\n${stderr.slice(-5_000)}`);
  return stdout;
}
