declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '@fontsource-variable/inter';
