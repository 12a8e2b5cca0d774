import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  {
    ignores: [
      'proto/generated/',
      'node_modules/',
      '.local/',
      '.release/',
      '**/dist/',
      'client/schema.ts',
      'test/recipes/mcp/ask.mjs',
      'test/compatibility/snippets/',
      'docs/recipes/',
    ],
  },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The handlers of an async interface needn't all wait.
      '@typescript-eslint/require-await': 'off',
      // Both packages mark it so as a warning, and have nothing in its place.
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: ['oauth4webapi', 'openid-client'].map((name) => ({
            from: 'package',
            package: name,
            name: 'allowInsecureRequests',
          })),
        },
      ],
      // Express' request is an IncomingMessage with another prototype.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `process.env` is read where a program starts, nowhere else.
      'no-restricted-properties': ['error', { object: 'process', property: 'env' }],
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' }],
    },
  },
  {
    files: ['**/main.ts', 'local/{start,auth}.ts', 'local/postgres/unprivileged.ts', 'test/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    // Their tools look for a default export.
    files: [
      '*.js',
      'test/{k8s,recipes,endurance,generated,nightly,system}/jest.config.js',
      'test/citus/jest.config.js',
      'test/citus/global-*.ts',
      'test/support/openapi/wrong-answers.config.js',
      'test/{support,k8s,system}/global-*.ts',
      'test/mutations/stop-at-failure.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
