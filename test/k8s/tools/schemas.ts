import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { cache, moduleDirectory } from './tools.ts';

export const kubernetesVersion = '1.34.2';

/** The schemas of Kubernetes and of the operators, as kubeconform's template of a location names them. */
export const schemaLocation = path.join(cache, 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');

/** Kubernetes publishes its API as OpenAPI; the operators publish theirs as custom resource definitions. */
const kubernetes = `k8s.io/kubernetes@v${kubernetesVersion}`;
const operators = {
  'sigs.k8s.io/gateway-api@v1.4.0': 'config/crd/standard',
  'github.com/cloudnative-pg/cloudnative-pg@v1.27.0': 'config/crd/bases',
  'github.com/external-secrets/external-secrets@v0.20.4': 'config/crds/bases',
  'github.com/cert-manager/cert-manager@v1.19.1': 'deploy/crds',
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': 'example/prometheus-operator-crd',
};

/** Writes a JSON schema for each kind, in which a field that the schema doesn't know is an error. */
export async function writeSchemas(): Promise<void> {
  await mkdir(path.dirname(schemaLocation), { recursive: true });
  const swagger = path.join(await moduleDirectory(kubernetes), 'api/openapi-spec/swagger.json');
  const { definitions } = JSON.parse(await readFile(swagger, 'utf8')) as { definitions: Record<string, Schema> };
  await writeFile(schemaFile('definitions'), JSON.stringify({ definitions: strict(definitions) }));
  for (const [name, definition] of Object.entries(definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      await writeSchema(group, version, kind, { $ref: `definitions.json#/definitions/${name}` });
    }
  }
  for (const [module, directory] of Object.entries(operators)) {
    const files = path.join(await moduleDirectory(module), directory);
    for (const file of (await readdir(files)).filter((name) => name.endsWith('.yaml'))) {
      for (const document of parseAllDocuments(await readFile(path.join(files, file), 'utf8'))) {
        const { kind, spec } = document.toJS() as CustomResourceDefinition;
        if (kind !== 'CustomResourceDefinition') continue;
        for (const { name, schema } of spec.versions) {
          await writeSchema(spec.group, name, spec.names.kind, strict(schema.openAPIV3Schema) as object);
        }
      }
    }
  }
}

async function writeSchema(group: string, version: string, kind: string, schema: object): Promise<void> {
  const [suffix] = group.split('.');
  await writeFile(schemaFile([kind, suffix, version].filter(Boolean).join('-').toLowerCase()), JSON.stringify(schema));
}

function schemaFile(name: string): string {
  return path.join(path.dirname(schemaLocation), `${name}.json`);
}

/** OpenAPI as JSON Schema: no unknown fields, references to the one file, numbers where Kubernetes takes them for text. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Schema;
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/definitions/', '');
    return numeric.test(name) ? { type: ['string', 'number'] } : { $ref: `definitions.json#/definitions/${name}` };
  }
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, strict(value)]));
  const open = !isSchema(rest.properties) || 'additionalProperties' in rest || preserve in rest;
  return open ? inner : { ...inner, additionalProperties: false };
}

const numeric = /\.(IntOrString|Quantity)$/;
const preserve = 'x-kubernetes-preserve-unknown-fields';

/** Whether these are the properties of an object, rather than a field that has that name. */
function isSchema(properties: unknown): boolean {
  return (
    typeof properties === 'object' &&
    properties !== null &&
    Object.values(properties).every((value) => typeof value === 'object')
  );
}

type Schema = {
  $ref?: unknown;
  properties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
};

type CustomResourceDefinition = {
  kind: string;
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: unknown } }[];
  };
};
