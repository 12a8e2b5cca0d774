const only = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to });

/** The dependencies between folders; see docs/decisions/0001-structure.md. */
export default {
  forbidden: [
    only('gateway-imports', '^gateway/', { path: '^(services|migrate|import|demo|local|generate|test)/' }),
    only('services-import', '^services/', { path: '^(gateway|migrate|import|demo|local|generate|test)/' }),
    {
      name: 'services-do-not-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    only('the-page-runs-in-a-browser', '^services/portal/web/', {
      path: '^(proto|runtime|access)/|^services/portal/[^/]+$',
    }),
    only('access-imports', '^access/', { path: '^(gateway|services|migrate|import|demo|local|generate|test)/' }),
    only('nothing-imports-release', '^(?!release/|test/)', { path: '^release/' }),
    only('migrate-imports', '^migrate/', { path: '^(gateway|services|access|import|demo|local|generate|test)/' }),
    only('runtime-imports', '^runtime/', {
      path: '^(gateway|services|access|migrate|import|demo|local|generate|test)/',
    }),
    only('proto-imports', '^proto/', {
      path: '^(gateway|services|access|migrate|runtime|import|demo|local|generate|test)/',
    }),
    only('client-imports', '^client/', {
      path: '^(gateway|services|access|migrate|runtime|proto|import|demo|local|generate|test)/',
    }),
    only('nothing-imports-the-client', '^(?!client/|test/|services/portal/web/)', { path: '^client/' }),
    only('the-page-has-only-types-of-the-client', '^services/portal/web/', { path: '^client/(?!schema)' }),
    only('database-drivers-stay-below', '^(gateway|proto)/', { path: 'node_modules/(sequelize|pg)/', reachable: true }),
    only('express-in-the-gateway', '^(?!gateway/|test/)', { path: 'node_modules/express/' }),
    only('no-cycles', '', { circular: true }),
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: '^test/' },
      to: { circular: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
