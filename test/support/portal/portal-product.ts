import { startPortal } from './portal.ts';
import { load, startProduct, unlimited } from '../programs/product.ts';
import type { Product } from '../programs/product.ts';
import { portalWorld } from './portal-data.ts';

/** The product with its portal, and a company to look at. */
export async function startPortalProduct(
  settings: Record<string, string> = {},
  ofPortal: Record<string, string> = {},
): Promise<Product> {
  const portal = await startPortal(0, ofPortal);
  const product = await startProduct({ ...unlimited, ...settings, PORTAL_URL: portal.url });
  await load(product.databaseUrl, portalWorld());
  const { stop } = product;
  product.stop = async () => {
    await stop();
    await portal.stop();
  };
  return product;
}
