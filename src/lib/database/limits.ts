/** How much of a database server this process uses. */
export interface DatabaseLimits {
  /** Connections of the pool. */
  poolSize: number;
  /** A query of the pool. */
  queryMs: number;
  /** A query of what may take long: migrations, maintenance, exports. */
  longQueryMs: number;
}
