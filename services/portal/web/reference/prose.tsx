import type { ComponentChildren } from 'preact';

/** A text of the service's OpenAPI document, which has paragraphs, headings, lists, tables, bold words and code of Markdown. */
export function Prose({ text }: { text: string | undefined }) {
  return text ? <div class="prose">{text.split('\n\n').map(block)}</div> : null;
}

function block(text: string): ComponentChildren {
  const lines = text.split('\n');
  if (text.startsWith('## ')) return <h3 id={text.slice(3).toLowerCase()}>{text.slice(3)}</h3>;
  if (text.startsWith('- '))
    return (
      <ul>
        {lines.map((line) => (
          <li>{inline(line.slice(2))}</li>
        ))}
      </ul>
    );
  if (!text.startsWith('| ')) return <p>{inline(text)}</p>;
  const [head = [], , ...rows] = lines.map((line) => line.split(/ ?\| ?/).slice(1, -1));
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th>{cell}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell) => (
              <td>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function inline(text = ''): ComponentChildren[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    return part.startsWith('**') ? <strong>{part.slice(2, -2)}</strong> : part;
  });
}
