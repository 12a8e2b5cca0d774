import { htmlOf } from '../guide/guide.tsx';
import { follow } from './document.ts';
import type { Document, Schema } from './document.ts';

/** A text of the document, which is Markdown. */
export function Prose({ text }: { text: string | undefined }) {
  const html = htmlOf((text ?? '').replace(/^## /gm, '### '));
  return html === '' ? null : <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The members of an object, each with what may be in it. */
export function Members({ document, schema }: { document: Document; schema: Schema }) {
  const { properties, required = [] } = objectOf(document, schema);
  if (!properties) return null;
  return (
    <ul class="members">
      {Object.entries(properties).map(([name, member]) => {
        const deeper = objectOf(document, member).properties;
        return (
          <li key={name}>
            <code>{name}</code> <span class="fine">{typeOf(document, member)}</span>
            {!required.includes(name) && <span class="fine"> optional</span>}
            <Prose text={member.description ?? follow(document, member).description} />
            {deeper && (
              <details>
                <summary>
                  {Object.keys(deeper).length} members<span class="sr-only"> of {name}</span>
                </summary>
                <Members document={document} schema={member} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The object that a value is, or that each of an array is, or that it is where it isn't null. */
function objectOf(document: Document, given: Schema): Schema {
  const schema = follow<Schema>(document, given);
  if (schema.items) return objectOf(document, schema.items);
  const some = (schema.anyOf ?? schema.oneOf)?.find((part) => part.type !== 'null');
  return some && !schema.properties ? objectOf(document, some) : schema;
}

/** In a few words, with what limits it. */
export function typeOf(document: Document, given: Schema): string {
  const schema = follow<Schema>(document, given);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return parts.map((part) => typeOf(document, part)).join(' or ');
  if (schema.items)
    return `array of ${typeOf(document, schema.items)}${bounds(schema.minItems, schema.maxItems, ' items')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(', ');
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const name = schema.format ? `${type}, ${schema.format}` : type;
  return `${name}${bounds(schema.minimum, schema.maximum, '')}${bounds(schema.minLength, schema.maxLength, ' characters')}`;
}

function bounds(least: number | undefined, most: number | undefined, of: string): string {
  const greatest = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (least !== undefined && greatest !== undefined) return `, ${least} to ${greatest}${of}`;
  if (least !== undefined) return `, at least ${least}${of}`;
  return greatest === undefined ? '' : `, at most ${greatest}${of}`;
}
