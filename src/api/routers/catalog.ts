import { catalogOverview } from '../catalog';
import type { CatalogOverview } from '../catalog-words';
import { openProcedure, router } from '../trpc';

export const catalogRouter = router({
  overview: openProcedure.query(({ ctx }): CatalogOverview => catalogOverview(ctx.desk.version)),
});
