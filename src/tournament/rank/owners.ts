/** Everyone without a confirmed owner counts as one owner, because any two of them may be. */
export const UNCONFIRMED = 'unconfirmed';

/** `Entrant.ownerRecord` of scripts and agents included with Mandi. */
export const HOUSE = 'house';
