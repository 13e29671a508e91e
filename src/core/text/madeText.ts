declare const place: unique symbol;

/** Text made for a place by the function for it; no other text is assignable. */
export type MadeText<Place extends string> = string & { readonly [place]: Place };
