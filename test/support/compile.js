import { transformSync } from 'esbuild';

/** TypeScript for Jest. Types are for `npm run check`. What Jest requires, as the set-up of a run, tsx transforms. */
export default {
  process: (source, sourcefile, { supportsStaticESM }) => {
    if (!supportsStaticESM) return { code: source };
    const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
    return transformSync(source, { sourcefile, tsconfigRaw, loader: 'ts', target: 'node20', sourcemap: 'inline' });
  },
};
