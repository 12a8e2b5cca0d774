import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { parse } from 'yaml';
import { root, runCommand } from '../support/programs/command.ts';
import { temporaryDirectory } from '../support/files.ts';
import { installed } from '../support/programs/installed.ts';
import { load, startProduct } from '../support/programs/product.ts';
import type { Product } from '../support/programs/product.ts';
import { namesOf, scrape } from '../support/network/scrape.ts';
import { company, paymentsPath, timesheetsPath, tokenOf } from '../support/fixtures.ts';

type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; description: string; runbook_url: string };
};
type Rules = { groups: { name: string; rules: Rule[] }[] };
type Panel = { title: string; targets?: { expr: string }[] };

let rules: Rules;
let panels: Panel[];
let temporary: Awaited<ReturnType<typeof temporaryDirectory>>;
let rulesFile: string;

beforeAll(async () => {
  rules = (parse(await read('k8s/components/monitoring/rules.yaml')) as { spec: Rules }).spec;
  panels = (JSON.parse(await read('k8s/components/monitoring/dashboard.json')) as { panels: Panel[] }).panels;
  temporary = await temporaryDirectory();
  rulesFile = path.join(temporary.directory, 'rules.json');
  await writeFile(rulesFile, JSON.stringify(rules));
});
afterAll(() => temporary.remove());

const read = (file: string) => readFile(path.join(root, file), 'utf8');
const all = () => rules.groups.flatMap((group) => group.rules);
const alerts = () => all().filter(({ alert }) => alert !== undefined);

describe('runbooks', () => {
  it('exist for every alert, and none for nothing', async () => {
    const named = alerts().map(({ annotations }) => annotations?.runbook_url ?? 'none');
    const written = (await readdir(path.join(root, 'k8s/runbooks'))).map((file) => `k8s/runbooks/${file}`);
    expect([...new Set(named)].sort()).toEqual(written.sort());
  });

  it('link to files that exist, and have lines for kubectl', async () => {
    const directory = path.join(root, 'k8s/runbooks');
    const files = await readdir(directory);
    for (const file of files) {
      const text = await readFile(path.join(directory, file), 'utf8');
      expect(text).toMatch(/^ +kubectl /m);
      for (const [, link] of text.matchAll(/\]\(([^)]+)\)/g)) expect(files).toContain(link);
    }
  });
});

describe('metrics', () => {
  let product: Product;
  let measured: Set<string>;

  beforeAll(async () => {
    product = await startProduct();
    await load(product.databaseUrl, company('acme'));
    const token = await tokenOf(product.url, 'acme');
    for (const report of [paymentsPath, timesheetsPath]) {
      await request(product.url)
        .get(`${report}?fromDate=2024-02-01&toDate=2024-02-29`)
        .set('Authorization', `Bearer ${token}`)
        .expect(200);
    }
    const scrapes = await Promise.all(
      [product.gateway, product.auth, product.reporting].map(({ internal }) => scrape(internal())),
    );
    const recorded = all().flatMap(({ record }) => (record === undefined ? [] : [record]));
    measured = new Set([...scrapes.flatMap((scraped) => [...namesOf(scraped)]), ...recorded]);
  });
  afterAll(() => product.stop());

  it('that the rules name exist in a running process', () => {
    for (const { expr, record, alert } of all()) {
      const names = metricsIn(expr);
      expect({ of: record ?? alert, names }).not.toMatchObject({ names: [] });
      expect({ of: record ?? alert, missing: names.filter((name) => !measured.has(name)) }).toMatchObject({
        missing: [],
      });
    }
  });

  it('that the dashboard names exist in a running process', () => {
    const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    expect(shown.length).toBeGreaterThan(20);
    for (const { title, expr } of shown) {
      const names = metricsIn(expr);
      expect({ title, names }).not.toMatchObject({ names: [] });
      expect({ title, missing: names.filter((name) => !measured.has(name)) }).toMatchObject({ missing: [] });
    }
  });
});

describe('rules', () => {
  it('are right in the eyes of promtool', async () => {
    const promtool = await installed('promtool', 'prometheus');
    const { status, stdout, stderr } = await runCommand(promtool, ['check', 'rules', rulesFile], {});
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`SUCCESS: ${all().length} rules found`);
  }, 300_000);

  it.each([
    { what: 'a good day raises nothing', minutes: 1_500, parts: [{ failing: 0.0005, slow: 0.04 }], raised: {} },
    {
      what: '2 % of requests that fail wake somebody within the hour',
      minutes: 65,
      parts: [{ failing: 0.02 }],
      raised: { FailuresFast: '2%', FailuresSlow: '2%' },
    },
    {
      what: '0.2 % that fail for days can wait for the morning',
      minutes: 4_400,
      parts: [{ failing: 0.002 }],
      raised: { FailuresSlow: '0.2%' },
    },
    {
      what: 'three bad minutes raise nothing',
      minutes: 400,
      parts: [{ minutes: 395 }, { minutes: 3, failing: 0.2 }, {}],
      raised: {},
    },
    {
      what: 'ten very bad minutes wake somebody',
      minutes: 400,
      parts: [{ minutes: 390 }, { failing: 0.5 }],
      raised: { FailuresFast: '8.475%' },
    },
    {
      what: 'what is over raises nothing any more',
      minutes: 1_445,
      parts: [{ minutes: 1_400 }, { minutes: 10, failing: 0.1 }, {}],
      raised: {},
    },
    {
      what: '80 % of reports that are slow wake somebody within the hour',
      minutes: 65,
      parts: [{ slow: 0.8 }],
      raised: { SlownessFast: '80%', SlownessSlow: '80%' },
    },
    {
      what: '10 % that are slow for days can wait for the morning',
      minutes: 4_400,
      parts: [{ slow: 0.1 }],
      raised: { SlownessSlow: '10%' },
    },
  ])(
    '$what',
    async ({ what, minutes, parts, raised }: Day) => {
      const promtool = await installed('promtool', 'prometheus');
      const file = path.join(temporary.directory, `${what.replaceAll(/\W+/g, '-')}.json`);
      const alertsOf = (name: string) => {
        const value = raised[name];
        return value === undefined ? [] : [expectedAlert(name, value)];
      };
      const test = {
        interval: '1m',
        input_series: seriesOf(minutes, parts),
        alert_rule_test: ['FailuresFast', 'FailuresSlow', 'SlownessFast', 'SlownessSlow'].map((name) => ({
          eval_time: `${minutes}m`,
          alertname: `ClientReporting${name}`,
          exp_alerts: alertsOf(name),
        })),
      };
      const evaluation_interval = minutes > 1_000 ? '5m' : '1m'; // days take long otherwise
      const group_eval_order = rules.groups.map(({ name }) => name); // promtool takes them in any order otherwise
      await writeFile(
        file,
        JSON.stringify({ rule_files: [rulesFile], evaluation_interval, group_eval_order, tests: [test] }),
      );
      const { status, stdout, stderr } = await runCommand(promtool, ['test', 'rules', file], {});
      expect({ status, stdout, stderr }).toMatchObject({ status: 0, stderr: '' });
    },
    300_000,
  );
});

/** Shares of 10,000 reports a minute for so long, the last until the end; and the alerts at the end, with their value. */
type Part = { minutes?: number; failing?: number; slow?: number };
type Day = { what: string; minutes: number; parts: Part[]; raised: Record<string, string> };

function seriesOf(minutes: number, parts: Part[]) {
  const name = 'client_reporting_http_request_duration_seconds';
  const counter = (series: string, perMinute: (part: Part) => number) => {
    let total = 0;
    let left = minutes;
    const values = parts.map((part) => {
      const steps = Math.min(part.minutes ?? left, left);
      const start = total + perMinute(part);
      total += perMinute(part) * steps;
      left -= steps;
      return `${start}+${perMinute(part)}x${steps - 1}`;
    });
    return { series: `${name}_${series}`, values: values.join(' ') };
  };
  const answered = ({ failing = 0 }: Part) => 10_000 * (1 - failing);
  return [
    counter(`count{route="${paymentsPath}",code="200"}`, answered),
    counter(`count{route="${paymentsPath}",code="503"}`, ({ failing = 0 }) => 10_000 * failing),
    counter(`bucket{route="${paymentsPath}",code="200",le="0.1"}`, (part) => answered(part) * (1 - (part.slow ?? 0))),
    // None of these may thin out the failures.
    counter('count{route="other",code="404"}', () => 50_000),
    counter('count{route="/health",code="200"}', () => 50_000),
  ];
}

function expectedAlert(name: string, value: string) {
  const { labels, annotations } = ruleOf(name);
  const description = annotations?.description.replace(/\{\{.*\}\}/, value);
  return { exp_labels: labels, exp_annotations: { ...annotations, description } };
}

function ruleOf(name: string): Rule {
  const rule = alerts().find(({ alert }) => alert === `ClientReporting${name}`);
  if (!rule) throw new Error(`there is no alert ClientReporting${name}`);
  return rule;
}

/** The metrics that an expression names: what is neither function, operator, label, text nor duration. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/gi)].map(([name]) => name);
  return names.filter((name) => !['or', 'and', 'unless'].includes(name) && !new RegExp(`\\b${name}\\s*\\(`).test(bare));
}
