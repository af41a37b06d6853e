import type { CatalogOverview } from '~/api/catalog/types';
import { isDrawn } from '~/games/screens';

/** Of the games those whose matches have screens: forms that lead to a match offer no others. */
export function drawnGames(catalog: CatalogOverview): CatalogOverview {
  return { ...catalog, rulesets: catalog.rulesets.filter(({ key }) => isDrawn(key)) };
}
