import { Marked } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { Code } from '../parts/code.tsx';
import type { Syntax } from '../parts/code.tsx';
import { Languages, languageOf } from '../parts/languages.tsx';
import { exampleAddress } from './enliven.tsx';

/** The guide's Markdown as HTML: its contents, and each block of code with its language and a button to copy it. */
export function guideOf(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading: ({ text, depth }) => `<h${depth} id="${idOf(text)}">${text}</h${depth}>`,
      code: ({ text, lang = '' }) =>
        renderToString(
          <div data-language={languageOf(lang) ?? ''} data-syntax={lang}>
            <Code text={text} what={lang} syntax={lang as Syntax} />
          </div>,
        ),
    },
  });
  const [first = '', ...sections] = markdown.split(/^(?=## )/m).map((part) => {
    return marked.parse(part, { async: false }).replaceAll(`href="${exampleAddress}`, 'href="');
  });
  const titles = Array.from(markdown.matchAll(/^## (.*)/gm), ([, title = '']) => title);
  const contents = titles.map((title) => `<li><a href="#${idOf(title)}">${title}</a></li>`);
  return (
    `<nav class="contents" aria-label="On this page"><div id="search"></div><ol>${contents.join('')}</ol></nav>` +
    `<article>${first}${renderToString(<Languages />)}` +
    `${sections.map((html) => `<section class="part">${html}</section>`).join('')}</article>`
  );
}

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
