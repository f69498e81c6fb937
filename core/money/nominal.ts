/** A number that carries its unit in its type: a `Price` cannot be passed where `Micros` are expected. */
export type Nominal<Unit extends string> = number & { readonly [unit]: Unit }

declare const unit: unique symbol
