/** Adds to a key's list. A list that is copied for every value would cost its length each time. */
export function addToList<K, V>(lists: Map<K, V[]>, key: K, value: V): Map<K, V[]> {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
  return lists;
}
