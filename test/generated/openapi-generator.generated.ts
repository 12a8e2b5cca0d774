import { existsSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { company, contract, payment, person, secret, together, tokenOf } from '../support/fixtures.ts';
import { temporaryDirectory } from '../support/files.ts';
import { root, runCommand } from '../support/programs/command.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';

const version = '7.17.0';
const folder = path.join(root, 'node_modules/.cache/openapi-generator');
const python = path.join(folder, 'python');
const sum = '5653172.34'; // 5653172.50 in 32 bits
const jar = path.join(folder, `openapi-generator-cli-${version}.jar`);

let product: Product;
const temporary = await temporaryDirectory();

beforeAll(async () => {
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${version}`;
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    await succeed('mvn', '-q', '-B', copy, artifact, `-DoutputDirectory=${folder}`);
  }
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
}, 600_000);
afterAll(() => product.stop());

it('the client in Go shows amounts to the cent, with the flag that docs/api.md names', async () => {
  // Where docs/api.md says so: no empty defaults.
  const withoutDefaults =
    'del(.. | objects | select(has("default") and (.default == [] or .default == null)) | .default)';
  const document = path.join(temporary.directory, 'openapi-go.json');
  await succeed('sh', '-c', 'curl -sS "$0" | jq "$1" > "$2"', `${product.url}/openapi.json`, withoutDefaults, document);
  // Of two, it takes the last.
  const client = await generate('go', '-i', document, '--type-mappings', 'number=float64');
  await writeFile(path.join(client, 'sum_test.go'), programInGo);
  const token = await tokenOf(product.url, 'acme');
  const command = 'cd "$0" && URL="$1" TOKEN="$2" GOFLAGS=-mod=mod go test -v -run TestSum .';
  expect(await succeed('sh', '-c', command, client, product.url, token)).toContain(`${sum}\n`);
});

it('the client in Java shows amounts to the cent, with the flags that docs/api.md names', async () => {
  const client = await generate('java', '--library', 'native', '--global-property', 'skipFormModel=false');
  await writeFile(path.join(client, 'src/main/java/Sum.java'), programInJava);
  const run = ['org.codehaus.mojo:exec-maven-plugin:3.5.0:java', '-Dexec.mainClass=Sum'];
  const args = `-Dexec.args=${product.url} ${await tokenOf(product.url, 'acme')}`;
  expect(await succeed('mvn', '-q', '-B', '-f', client, 'compile', ...run, args)).toContain(`${sum}\n`);
});

it('the client in Python shows totals to the cent, by pages, by a file and by changes', async () => {
  const client = await generate('python', '--package-name', 'client_reporting');
  await succeed('python3', '-m', 'venv', python);
  await succeed(path.join(python, 'bin/pip'), 'install', '--quiet', client);
  const settings = { BASE_URL: product.url, CLIENT_ID: 'acme-client', CLIENT_SECRET: secret };
  const names = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const program = path.join(import.meta.dirname, 'program.py');
  const inFolder = ['-C', temporary.directory, ...names, path.join(python, 'bin/python'), program];
  expect(await succeed('env', ...inFolder)).toBe(
    `150 payments, paid ${sum}\npaid by the file ${sum}\npaid by the copy ${sum}\n`,
  );
});

it('the client in C# is generated', async () => {
  expect(existsSync(path.join(await generate('csharp'), 'src/Org.OpenAPITools/Api/ReportsApi.cs'))).toBe(true);
});

it('the client in Rust shows amounts to the cent', async () => {
  const client = await generate('rust');
  await mkdir(path.join(client, 'examples'));
  await writeFile(path.join(client, 'examples/sum.rs'), programInRust);
  await appendFile(
    path.join(client, 'Cargo.toml'),
    '\n[dev-dependencies]\ntokio = { version = "1", features = ["rt"] }\n',
  );
  const build = ['--target-dir', path.join(folder, 'rust'), '--manifest-path', path.join(client, 'Cargo.toml')];
  const args = [product.url, await tokenOf(product.url, 'acme')];
  expect(await succeed('cargo', 'run', '--quiet', ...build, '--example', 'sum', '--', ...args)).toBe(`${sum}\n`);
});

it('the client in TypeScript compiles and shows amounts to the cent, as docs/api.md says', async () => {
  const flags = ['--global-property', 'skipFormModel=false', '--type-mappings', 'date=string'];
  const client = await generate('typescript-fetch', ...flags);
  const program = path.join(client, 'sum.ts');
  await writeFile(program, programInTypeScript);
  const options = ['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const bin = path.join(root, 'node_modules/.bin');
  await succeed(path.join(bin, 'tsc'), '--ignoreConfig', '--noEmit', ...options, '--lib', 'es2022,dom', program);
  const args = [product.url, await tokenOf(product.url, 'acme')];
  expect(await succeed(path.join(bin, 'tsx'), program, ...args)).toBe(`${sum}\n`);
});

const programInRust = `use openapi::apis::{configuration::Configuration, reports_api::list_scheduled_payments};

fn main() {
    let mut args = std::env::args().skip(1);
    let settings = Configuration {
        base_path: args.next().unwrap(),
        oauth_access_token: args.next(),
        bearer_access_token: None,
        ..Configuration::new()
    };
    let (from, to) = ("2026-01-01".to_string(), "2026-12-31".to_string());
    let request = list_scheduled_payments(
        &settings, from, to, None, None, None, None, None, None, None, None, None, None,
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let report = runtime.block_on(request).unwrap();
    println!("{:.2}", report.statistics.total_scheduled_payments_paid_amount);
}
`;

const programInTypeScript = `import { Configuration, ReportsApi } from './index';

declare const process: { argv: string[] };
const [, , basePath = '', token = ''] = process.argv;
const accessToken = (scheme?: string) => (scheme === 'oauth2' ? 'Bearer ' + token : token);
const reports = new ReportsApi(new Configuration({ basePath, accessToken }));
const request = reports.listScheduledPayments({ fromDate: '2026-01-01', toDate: '2026-12-31' });
request.then(({ statistics }) => console.log(statistics.totalScheduledPaymentsPaidAmount.toFixed(2)));
`;

const programInGo = `package openapi

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

const programInJava = `import java.time.LocalDate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ReportsApi;

public class Sum {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
    LocalDate from = LocalDate.of(2026, 1, 1);
    var report = new ReportsApi(client).listScheduledPayments(
        from, from.plusDays(364), null, null, null, null, null, null, null, null, null, null);
    System.out.println(report.getStatistics().getTotalScheduledPaymentsPaidAmount().toPlainString());
  }
}
`;

/** The folder of a client of the running gateway. */
async function generate(generator: string, ...flags: string[]): Promise<string> {
  const client = path.join(temporary.directory, generator);
  const input = ['-i', `${product.url}/openapi.json`, '-g', generator, '-o', client];
  await succeed('java', '-jar', jar, 'generate', ...input, ...flags);
  return client;
}

async function succeed(program: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand(program, args, {});
  if (status !== 0)
    throw new Error(`${program} ended with ${status}: ${stdout.slice(-5_000)}\n${stderr.slice(-5_000)}`);
  return stdout;
}
