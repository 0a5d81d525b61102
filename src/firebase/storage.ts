import { type FirebaseStorage, getStorage } from 'firebase/storage';
import { firebaseApp } from './app.ts';

/** The file storage of the owner's project, for whoever first needs it. */
export function fileStorage(): FirebaseStorage {
  return getStorage(firebaseApp());
}
