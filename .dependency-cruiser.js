const only = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to });

/** The dependencies between folders; see docs/decisions/0001-structure.md. */
export default {
  forbidden: [
    only('gateway-knows-contract-and-runtime', '^gateway/', { path: '^(services|local|test)/' }),
    only('services-know-contract-and-runtime', '^services/', { path: '^(gateway|local|test)/' }),
    {
      name: 'services-do-not-know-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    only('the-page-runs-in-a-browser', '^services/portal/web/', {
      path: '^(proto|runtime)/|^services/portal/[^/]+$',
    }),
    only('runtime-knows-errors-of-the-contract', '^runtime/', { path: '^(gateway|services|local|test)/' }),
    only('proto-knows-nobody', '^proto/', { path: '^(gateway|services|runtime|local|test)/' }),
    only('nobody-knows-local', '^(gateway|services|runtime|proto)/', { path: '^(local|test)/' }),
    only('database-drivers-stay-below', '^(gateway|proto)/', { path: 'node_modules/(sequelize|pg)/', reachable: true }),
    only('express-in-the-gateway', '^(?!gateway/|test/)', { path: 'node_modules/express/' }),
    only('no-circles', '', { circular: true }),
    {
      name: 'no-circles-of-folders',
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
