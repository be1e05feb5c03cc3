// What every page made of the shared parts begins with, in the order in which it is to hold.
import '@fontsource-variable/inter/wght.css';
import './rupee.css';
import '@fontsource/noto-sans-malayalam/malayalam-400.css';
import '@fontsource/noto-sans-malayalam/malayalam-600.css';
import '@fontsource/noto-sans-devanagari/devanagari-400.css';
import '@fontsource/noto-sans-devanagari/devanagari-600.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import './tokens.css';
import './base.css';
import './blueprint.css';
