import { htmlOf } from '../guide/guide.tsx';
import { typeOf } from './document.ts';
import type { Schema } from './document.ts';

/** A text of the document, which is Markdown. */
export function Prose({ text = '' }: { text: string | undefined }) {
  const html = htmlOf(text.replace(/^## /gm, '### '));
  return html === '' ? null : <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The members of an object, each with its type. */
export function Members({ title, schema }: { title?: string; schema: Schema | undefined }) {
  const { properties = {}, required = [] } = objectOf(schema ?? {});
  const members = Object.entries(properties);
  if (members.length === 0) return null;
  return (
    <>
      {title && <h4>{title}</h4>}
      <ul class="members">
        {members.map(([name, member]) => {
          const deeper = Object.keys(objectOf(member).properties ?? {});
          return (
            <li key={name}>
              <code>{name}</code> <span class="fine">{typeOf(member)}</span>
              {!required.includes(name) && <span class="fine">, optional</span>}
              <Prose text={member.description} />
              {deeper.length > 0 && (
                <details>
                  <summary>
                    {deeper.length} members<span class="sr-only"> of {name}</span>
                  </summary>
                  <Members schema={member} />
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The object that a value is, or that each of an array is, or that it is where it isn't null. */
function objectOf(schema: Schema): Schema {
  const [inner] = schema.items ? [schema.items] : (schema.anyOf ?? []);
  return inner ? objectOf(inner) : schema;
}
