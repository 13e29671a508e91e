declare const place: unique symbol;

/** Text for a place, made by the function for that place; no other text is assignable. */
export type MadeText<Place extends string> = string & { readonly [place]: Place };
