/** All footers except the main one; routes.ts loads them together. */
export { BackgroundFooter } from './BackgroundFooter.tsx';
export { CropFooter } from './CropFooter.tsx';
export { LayerFooter } from './LayerFooter.tsx';
export { SeveralFooter } from './SeveralFooter.tsx';
export { ShapeFooter } from './ShapeFooter.tsx';
export { SizeFooter } from './SizeFooter.tsx';
export { TextFooter } from './TextFooter.tsx';
