import { type FirebaseStorage, getStorage } from 'firebase/storage';
import { firebaseApp } from './app.ts';

/** Returns the file storage of the owner's project. */
export function fileStorage(): FirebaseStorage {
  return getStorage(firebaseApp());
}
