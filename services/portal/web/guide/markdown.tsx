import { renderToString } from 'preact-render-to-string';
import { Guide } from './guide.tsx';

/** The guide's page as Markdown. @param origin the address of the API */
export function guideMarkdown(origin: string): string {
  const html = renderToString(<Guide origin={origin} />);
  return markdownOf(html.replace(/<nav.*?<\/nav>|<button.*?<\/button>/gs, ''));
}

/** Of what the guide has: headings, paragraphs, lists of terms, links and code. */
function markdownOf(html: string): string {
  const blocks = html.split(/<pre[^>]*><code>(.*?)<\/code><\/pre>/s);
  const parts = blocks.map((block, index) => (index % 2 ? `\n\n\`\`\`\n${block}\n\`\`\`\n\n` : textOf(block)));
  return `${plain(parts.join(''))
    .trim()
    .replace(/\n{3,}/g, '\n\n')}\n`;
}

function textOf(html: string): string {
  return html
    .replace(/<h([1-3])>/g, (_, level) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<dt>/g, '\n- ')
    .replace(/<dd>/g, ': ')
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, '[$2]($1)')
    .replace(/<\/?code>/g, '`')
    .replace(/<(p|dl)[ >]|<\/(h[1-3]|p|dl)>/g, '\n\n$&')
    .replace(/<[^>]*>/g, '');
}

function plain(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return html.replace(/&(\w+);/g, (entity, name: string) => characters[name] ?? entity);
}
