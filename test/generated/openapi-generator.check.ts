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

let product: Product;
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  temporary = await temporaryDirectory();
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
      scheduled_payments: [payment('p1', { paid_amount: '5653170.85', amount: '5653170.85' })],
    }),
  );
}, 600_000);
afterAll(async () => {
  await product.stop();
  await temporary.remove();
});

it('the client in Go shows amounts to the cent, with the flag that docs/api.md names', async () => {
  const client = await generate('go', '--type-mappings', 'number=float64');
  await writeFile(path.join(client, 'sum_test.go'), programInGo);
  const token = await tokenOf(product.url, 'acme');
  const command = 'cd "$0" && URL="$1" TOKEN="$2" GOFLAGS=-mod=mod go test -v -run TestSum .';
  expect(await succeed('sh', '-c', command, client, product.url, token)).toContain('5653170.85\n');
});

it('the client in Rust compiles', async () => {
  await succeed('cargo', 'check', '--quiet', '--manifest-path', path.join(await generate('rust'), 'Cargo.toml'));
});

it('the client in TypeScript compiles, with the flag that docs/api.md names', async () => {
  const client = await generate('typescript-fetch', '--global-property', 'skipFormModel=false');
  const options = ['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  await succeed(tsc, '--ignoreConfig', '--noEmit', ...options, '--lib', 'es2022,dom', path.join(client, 'index.ts'));
});

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
		FromDate("2024-01-01").ToDate("2024-12-31").Execute()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%.2f\\n", report.Statistics.TotalScheduledPaymentsPaidAmount)
}
`;

/** The folder of a client of the running gateway. */
async function generate(generator: string, ...flags: string[]): Promise<string> {
  const client = path.join(temporary.directory, generator);
  const input = ['-i', `${product.url}/openapi.yaml`, '-g', generator, '-o', client];
  await succeed('java', '-jar', jar, 'generate', ...input, ...flags);
  return client;
}

async function succeed(program: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand(program, args, {});
  if (status !== 0)
    throw new Error(`${program} ended with ${status}: ${stdout.slice(-5_000)}\n${stderr.slice(-5_000)}`);
  return stdout;
}
