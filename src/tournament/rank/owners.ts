/** Everybody whom no operator has confirmed: one owner, since any two of them may be one. */
export const UNCONFIRMED = 'unconfirmed';

/** `Entrant.ownerRecord` of what comes with Mandi: scripts, and agents of its own. */
export const HOUSE = 'house';
