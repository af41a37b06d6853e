/** The most that pairs can be worth together, each row and each column used once at most. Worths are at least 0. */

/** The Hungarian method by shortest augmenting paths, with potentials. Rows are the smaller side. */
export function bestAssignment(worths: readonly (readonly number[])[]): number {
  const columns = worths[0]?.length ?? 0;
  if (worths.length === 0 || columns === 0) return 0;
  return worths.length <= columns ? assign(worths) : assign(transposed(worths));
}

function transposed(worths: readonly (readonly number[])[]): number[][] {
  return (worths[0] ?? []).map((_, column) => worths.map((row) => row[column] ?? 0));
}

/** One row after the other finds its way; rows and columns are counted from 1, and 0 is nobody. */
function assign(worths: readonly (readonly number[])[]): number {
  const [n, m] = [worths.length, worths[0]?.length ?? 0];
  const rowPotential = new Float64Array(n + 1);
  const columnPotential = new Float64Array(m + 1);
  const rowOf = new Int32Array(m + 1);
  const way = new Int32Array(m + 1);
  for (let row = 1; row <= n; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(m + 1).fill(Number.POSITIVE_INFINITY);
    const isUsed = new Uint8Array(m + 1);
    do {
      isUsed[column] = 1;
      const from = rowOf[column] ?? 0;
      let [step, next] = [Number.POSITIVE_INFINITY, 0];
      for (let j = 1; j <= m; j += 1) {
        if (isUsed[j]) continue;
        const cost = -(worths[from - 1]?.[j - 1] ?? 0) - (rowPotential[from] ?? 0) - (columnPotential[j] ?? 0);
        if (cost < (least[j] ?? 0)) {
          least[j] = cost;
          way[j] = column;
        }
        if ((least[j] ?? 0) < step) [step, next] = [least[j] ?? 0, j];
      }
      for (let j = 0; j <= m; j += 1) {
        if (isUsed[j]) {
          const own = rowOf[j] ?? 0;
          rowPotential[own] = (rowPotential[own] ?? 0) + step;
          columnPotential[j] = (columnPotential[j] ?? 0) - step;
        } else least[j] = (least[j] ?? 0) - step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const before = way[column] ?? 0;
      rowOf[column] = rowOf[before] ?? 0;
      column = before;
    } while (column !== 0);
  }
  let sum = 0;
  for (let j = 1; j <= m; j += 1) if (rowOf[j]) sum += worths[(rowOf[j] ?? 0) - 1]?.[j - 1] ?? 0;
  return sum;
}
