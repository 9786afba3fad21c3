/** Weights of red, green and blue in BT.709 luma (ITU-R BT.709-6 §3.2). */
export const [redWeight, greenWeight, blueWeight] = [0.2126, 0.7152, 0.0722];
/** Divisors of the color differences: U = (B − Y) / 1.8556, V = (R − Y) / 1.5748 (same source). */
export const [uScale, vScale] = [1.8556, 1.5748];
