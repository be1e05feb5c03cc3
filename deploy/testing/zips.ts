export { zipOf } from '@insuremanager/services/imports/testing/workbooks';
