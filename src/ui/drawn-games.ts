import type { CatalogOverview } from '~/api/catalog/types';
import { isDrawn } from '~/games/screens';

/** The games whose matches have screens; forms that lead to a match offer only these. */
export function drawnGames(catalog: CatalogOverview): CatalogOverview {
  return { ...catalog, rulesets: catalog.rulesets.filter(({ key }) => isDrawn(key)) };
}
