/** Names of the nine watermark positions. */
export const placeChoices = {
  ...{ 'top-left': 'Top left', top: 'Top', 'top-right': 'Top right', left: 'Left', center: 'Center' },
  ...{ right: 'Right', 'bottom-left': 'Bottom left', bottom: 'Bottom', 'bottom-right': 'Bottom right' },
};
