import { catalogOverview } from '../catalog';
import type { CatalogOverview } from '../catalog-words';
import { costlyProcedure, router } from '../trpc';

export const catalogRouter = router({
  overview: costlyProcedure.query(({ ctx }): CatalogOverview => catalogOverview(ctx.desk.version)),
});
