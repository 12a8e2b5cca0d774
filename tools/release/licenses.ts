/** What package-lock.json says of a package. */
type Locked = { license?: string; dev?: boolean; link?: boolean };

/** Licences that ask for no more than their text and notice. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'];

/** A sentence for each package of the product, without development packages, whose licence is not listed. */
export function unknownLicenses(lock: { packages: Record<string, Locked> }): string[] {
  return Object.entries(lock.packages).flatMap(([path, { license = 'no licence', dev, link }]) => {
    const name = /(?<=^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev || link || isAllowed(license)) return [];
    return [`The package ${name} has ${license}. Replace it, or allow that in tools/release/licenses.ts.`];
  });
}

/** Of alternatives one is enough. */
function isAllowed(license: string): boolean {
  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) => allowed.includes(alternative));
}
