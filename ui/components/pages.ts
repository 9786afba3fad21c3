/** The pages that the header leads to, as paths and names; where it is too narrow for them, Quick Nav does. */
export const pages = [
  ['/products', 'Products'],
  ['/collections', 'Collections'],
  ['/resources', 'Resources'],
  ['/blog', 'Blog'],
] as const;
