/** Pages linked in the header, as paths and names; Quick Nav lists them where the header is too narrow. */
export const pages = [
  ['/products', 'Products'],
  ['/collections', 'Collections'],
  ['/resources', 'Resources'],
  ['/blog', 'Blog'],
] as const;
